"""The rules of Bologna as steps: `setup` (BOL-1, BOL-6), `turn` (BOL-2, BOL-5), `effects` (BOL-3, BOL-7)."""
