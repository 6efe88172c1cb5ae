"""The rules of Bologna as steps: `roles`, `setup` (BOL-1, 6), `turn` (BOL-2, 4, 5), `effects` (BOL-3, 7)."""
