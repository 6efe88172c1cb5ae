"""The rules of Bello Divorum as steps, in the order of the rulebook."""
