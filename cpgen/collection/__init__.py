"""How do a million of them stay distinct and safe? Store, canonical form, batch."""
