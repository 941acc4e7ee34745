"""How do a million of them stay distinct and safe? Store, batch, export."""
