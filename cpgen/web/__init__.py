"""The browser's side: the studio's pages, and a JSON API over `cpgen.api`."""
