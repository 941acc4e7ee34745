"""How does a person ask in the browser? A small server: the studio's pages, and a JSON API over `cpgen.api`."""
