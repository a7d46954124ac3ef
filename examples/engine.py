"""A program that plays coins: it takes a longest run.  docs/engines.md describes the lines it reads and writes."""

LETTERS = "abcdefghij"
DIRECTIONS = ((0, 1), (1, 0), (1, 1))  # along rows, along columns, down to the right


def longest_move(rows: list[str], longest_run: int) -> str:
    """Return the text of a longest run of coins that may be taken."""
    best = (0, "")
    for row, line in enumerate(rows):
        for column in range(len(line)):
            for down, right in DIRECTIONS:
                length = 0
                while length < longest_run and is_coin(rows, row + down * length, column + right * length):
                    length += 1
                if length > best[0]:
                    last = length - 1
                    first_end = f"{LETTERS[column]}{row + 1}"
                    last_end = f"{LETTERS[column + right * last]}{row + down * last + 1}"
                    best = (length, first_end if length == 1 else f"{first_end}-{last_end}")
    return best[1]


def is_coin(rows: list[str], row: int, column: int) -> bool:
    """Tell whether there is a coin."""
    return row < len(rows) and column < len(rows[row]) and rows[row][column] == "o"


def main() -> None:
    """Answer what needs an answer, and remember the rules."""
    rules: dict[str, str] = {}
    while True:
        try:
            word, _, rest = input().partition(" ")
        except EOFError:
            return
        if word == "perfectplay":
            print("ready longest", flush=True)
        elif word == "turn":
            _seconds, position = rest.split()
            print("move", longest_move(position.split("/"), int(rules["runs"])), flush=True)
        elif word == "quit":
            return
        else:
            rules[word] = rest


if __name__ == "__main__":
    main()
