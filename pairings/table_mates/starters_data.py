"""Base rounds of tables at which nobody meets twice, found by exact cover.

Each gives the modulus, one text a base round, and for some the tables of ``singles``. The field
names are explained in ``starters``. That such designs exist is classical: Kirkman's schoolgirls
and nearly so for tables of three, resolvable block designs and group divisible designs for tables
of four (C. J. Colbourn and J. H. Dinitz, "Handbook of Combinatorial Designs", 2nd ed., II.7, IV.4).
That 32 players can play ten rounds was shown by A. Aguado in 2004. These base rounds were
searched anew, with tables as options and players and differences to be covered exactly once.
"""

from typing import NamedTuple


class Starter(NamedTuple):
    """Base rounds to be moved round a circle of ``modulus`` places."""

    modulus: int
    rounds: tuple[str, ...]
    singles: str = ""


STARTERS: dict[tuple[int, int], Starter] = {
    # (players, size of table)
    (15, 3): Starter(
        7,
        ("4a 4b X, 0a 1a 3b, 3a 5a 2b, 2a 6a 0b, 1b 5b 6b",),
    ),
    (18, 3): Starter(
        4,
        (
            "2c 2d X, 3a 1c 0d, 1a 0b 3d, 3b 0c 1d, 2a 2b Y, 0a 1b 3c",
            "3a 1b X, 1a 2a 1d, 2b 2d 3d, 2c 0d Y, 0a 0c 1c, 0b 3b 3c",
        ),
    ),
    (21, 3): Starter(
        7,
        ("5a 6a 1c, 2a 4a 5b, 0a 3a 0c, 1a 3b 6b, 2b 4b 2c, 0b 1b 4c, 3c 5c 6c",),
        singles=("0a 4b 6c, 0a 6b 5c, 0a 0b 1c"),
    ),
    (24, 3): Starter(
        11,
        ("9a 7b X, 10a 5b Y, 0b 2b 10b, 7a 1b 8b, 2a 3a 6b, 5a 8a 4b, 0a 4a 6a, 1a 3b 9b",),
    ),
    (27, 3): Starter(
        13,
        (
            "4a 6b X, 6a 8a 9a, 3a 10a 1b, 0a 5a 12b, 7a 11a 7b, 12a 0b 4b, 1a 9b 11b, "
            "2a 5b 8b, 2b 3b 10b",
        ),
    ),
    (30, 3): Starter(
        14,
        (
            "4a 6b X, 1a 0b Y, 6a 12a 13b, 9a 13a 9b, 10a 11a 2b, 0a 2a 5a, 8a 3b 12b, "
            "3a 1b 11b, 7a 4b 10b, 5b 7b 8b",
        ),
    ),
    (33, 3): Starter(
        11,
        (
            "5a 6a 7b, 2a 4a 10a, 0a 7a 8c, 9a 2b 0c, 8a 3b 4c, 3a 2c 9c, 1a 8b 10b, 6b 5c 6c, "
            "1c 7c 10c, 1b 9b 3c, 0b 4b 5b",
        ),
        singles=("0a 10b 5c, 0a 5b 9c, 0a 0b 3c, 0a 3b 0c, 0a 8b 4c"),
    ),
    (36, 3): Starter(
        17,
        (
            "14a 12b X, 9a 4b Y, 1a 3a 13a, 7a 16a 13b, 10a 11a 14b, 5a 8a 16b, 2a 15a 11b, "
            "6a 12a 5b, 4a 6b 9b, 0a 1b 7b, 2b 3b 15b, 0b 8b 10b",
        ),
    ),
    (39, 3): Starter(
        19,
        (
            "5a 0b X, 2a 3a 14b, 0a 4a 4b, 1a 7a 6b, 6a 17a 13b, 8a 18a 9b, 9a 11a 16a, "
            "12a 15a 2b, 10a 7b 18b, 14a 8b 12b, 13a 15b 16b, 1b 11b 17b, 3b 5b 10b",
        ),
    ),
    (42, 3): Starter(
        20,
        (
            "3a 8b X, 2a 17b Y, 14a 16a 3b, 5a 8a 6b, 1a 6a 17a, 11a 12a 19a, 4a 10a 16b, "
            "13a 1b 13b, 0a 4b 19b, 7a 9b 10b, 9a 0b 2b, 18a 12b 15b, 15a 5b 11b, 7b 14b 18b",
        ),
    ),
    (45, 3): Starter(
        15,
        (
            "0a 5b 6b, 5a 6a 0c, 0b 5c 6c, 1a 12a 8b, 8a 1c 12c, 1b 12b 8c, 11a 14a 13c, "
            "13a 11b 14b, 13b 11c 14c, 2a 7a 9a, 2b 7b 9b, 2c 7c 9c, 3a 4c 10c, 4a 10a 3b, "
            "4b 10b 3c",
        ),
        singles=("0a 0b 12c, 0a 3b 3c, 0a 12b 0c, 0a 2b 6c, 0a 4b 13c, 0a 9b 11c, 0a 10b 5c"),
    ),
    (48, 3): Starter(
        23,
        (
            "12a 14b X, 18a 10b Y, 16a 20a 9b, 10a 15a 6b, 2a 9a 12b, 13a 19a 7b, 6a 14a 13b, "
            "3a 4a 17a, 5a 7a 11b, 1a 21a 22b, 11a 22a 19b, 0a 5b 18b, 8a 17b 21b, 4b 15b 20b, "
            "0b 1b 3b, 2b 8b 16b",
        ),
    ),
    (51, 3): Starter(
        25,
        (
            "8a 20b X, 9a 10a 10b, 4a 19a 1b, 1a 6a 14a, 3a 17a 19b, 12a 16a 0b, 7a 13a 21b, "
            "18a 21a 16b, 15a 24a 9b, 2a 20a 6b, 0a 23a 15b, 22a 2b 18b, 11a 14b 17b, "
            "5a 4b 23b, 5b 12b 22b, 3b 7b 8b, 11b 13b 24b",
        ),
    ),
    (54, 3): Starter(
        26,
        (
            "12a 6b X, 19a 14b Y, 15a 21a 12b, 7a 25a 11b, 3a 5a 6a, 1a 8a 23a, 13a 18a 18b, "
            "0a 9a 2b, 4a 20a 5b, 2a 16a 8b, 24a 13b 22b, 14a 4b 10b, 22a 9b 25b, 11a 19b 20b, "
            "10a 17b 24b, 17a 1b 16b, 3b 7b 15b, 0b 21b 23b",
        ),
    ),
    (57, 3): Starter(
        19,
        (
            "0a 0b 0c, 4a 12a 18c, 6a 18a 8c, 8a 9a 12c, 5a 10a 4b, 13a 16a 9b, 15a 17a 6b, "
            "1a 7a 11a, 2a 13b 14c, 3a 10b 2c, 14a 15b 3c, 1b 3b 12b, 2b 7b 8b, 11b 14b 18b, "
            "5b 9c 17c, 16b 5c 6c, 17b 4c 16c, 1c 7c 11c, 10c 13c 15c",
        ),
        singles=(
            "0a 2b 17c, 0a 3b 16c, 0a 14b 5c, 0a 5b 10c, 0a 16b 13c, 0a 17b 15c, 0a 4b 7c, "
            "0a 6b 1c, 0a 9b 11c"
        ),
    ),
    (60, 3): Starter(
        29,
        (
            "25a 20b X, 4a 27b Y, 0a 13a 4b, 24a 26a 3b, 17a 27a 0b, 8a 15a 20a, 22a 23a 9b, "
            "1a 7a 26b, 6a 21a 13b, 2a 10a 28a, 5a 14a 2b, 12a 16a 5b, 18a 21b 23b, "
            "19a 18b 28b, 9a 10b 19b, 11a 22b 25b, 3a 1b 16b, 7b 14b 15b, 8b 12b 24b, "
            "6b 11b 17b",
        ),
    ),
    (24, 4): Starter(
        7,
        ("0a 1c 2c 4c, 1a 2a 4a 0b, 1b 2b 4b 0c, 3a 5b 6c X, 5a 6b 3c Y, 6a 3b 5c Z",),
    ),
    (28, 4): Starter(
        9,
        (
            "0a 0b 0c X, 1a 8a 4b 5b, 4a 5a 3b 6b, 3a 6a 2c 7c, 2a 7a 4c 5c, 1b 8b 3c 6c, "
            "2b 7b 1c 8c",
        ),
    ),
    (32, 4): Starter(
        5,
        (
            "1a 4b 0e Y, 3c 2d 0f X, 2e 3e 1f 4f, 3a 2b 4c 1d, 4a 0d 4d 4e, 1b 0c 1c 1e, "
            "0a 2a 2c 2f, 0b 3b 3d 3f",
            "1c 4d 0f Y, 2a 3b 0e X, 2c 3d 1e 4e, 0a 1a 4c 2e, 0b 4b 1d 3e, 4a 1b 2f 3f, "
            "3a 0d 2d 4f, 2b 0c 3c 1f",
        ),
    ),
    (36, 4): Starter(
        11,
        (
            "1a 7b 9c Z, 7a 9b 1c Y, 9a 1b 7c X, 3a 5a 8a 4b, 4a 3c 5c 8c, 3b 5b 8b 4c, "
            "0a 10a 2c 6c, 2a 6a 0b 10b, 2b 6b 0c 10c",
        ),
    ),
    (40, 4): Starter(
        13,
        (
            "0a 0b 0c X, 1a 4a 10b 11b, 3a 12a 4b 7b, 9a 10a 8b 12b, 2a 7a 4c 5c, "
            "5a 11a 6c 10c, 6a 8a 2c 12c, 1b 6b 9c 11c, 2b 9b 3c 8c, 3b 5b 1c 7c",
        ),
    ),
    (48, 4): Starter(
        15,
        (
            "0a 13b 4c Z, 4a 0b 13c X, 13a 4b 0c Y, 2a 9b 10b 12c, 9a 10a 12b 2c, "
            "12a 2b 9c 10c, 1a 5a 7a 6c, 6a 1b 5b 7b, 6b 1c 5c 7c, 3a 8a 11a 14c, "
            "14a 3b 8b 11b, 14b 3c 8c 11c",
        ),
    ),
    (52, 4): Starter(
        17,
        (
            "0a 0b 0c X, 1a 16a 8b 9b, 8a 9a 5b 12b, 2a 15a 3b 14b, 4a 13a 2b 15b, "
            "3a 14a 6c 11c, 5a 12a 7c 10c, 6a 11a 5c 12c, 7a 10a 3c 14c, 1b 16b 2c 15c, "
            "4b 13b 8c 9c, 6b 11b 4c 13c, 7b 10b 1c 16c",
        ),
    ),
    (60, 4): Starter(
        19,
        (
            "2a 11b 4c X, 7a 6b 3c Z, 9a 14b 1c Y, 10a 15a 16a 12b, 18a 5c 13c 15c, "
            "10b 13b 17b 8c, 0a 3a 7b 10c, 1a 15b 0c 14c, 13a 0b 2b 11c, 5a 17a 8b 18b, "
            "8a 12a 16c 17c, 5b 16b 12c 18c, 4a 6a 14a 7c, 11a 3b 4b 9b, 1b 2c 6c 9c",
        ),
    ),
}
