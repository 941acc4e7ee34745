"""Web interface: the pages of the studio and a JSON API over `cpgen.api`."""
