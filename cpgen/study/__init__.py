"""What is known about the methods: one study engine, a file a study."""
