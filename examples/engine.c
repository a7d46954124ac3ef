/* A program that plays coins: it takes a shortest run, one coin, the last in the drawing.
   Build it with `cc -O2 -o engine engine.c`; docs/engines.md describes the lines that it reads and writes. */
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[1000], position[200];
    double seconds;
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "perfectplay", 11) == 0) {
            printf("ready single\n");
        } else if (sscanf(line, "turn %lf %199s", &seconds, position) == 2) {
            int row = 1, column = 0, found_row = 0, found_column = 0;
            for (const char *mark = position; *mark; mark++) {
                if (*mark == '/') {
                    row++;
                    column = 0;
                    continue;
                }
                if (*mark == 'o') {
                    found_row = row;
                    found_column = column;
                }
                column++;
            }
            printf("move %c%d\n", 'a' + found_column, found_row);
        } else if (strncmp(line, "quit", 4) == 0) {
            break;
        }
        fflush(stdout);
    }
    return 0;
}
