/* The nimbers of an octal game by the definition: mark every option with n, take the smallest number not marked.
   Arguments: the digits, the one before the point first (Kayles: 077), and how many heaps. Prints the seconds taken and
   a checksum. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int marked[1 << 16];

int main(int argc, char **argv) {
    if (argc != 3)
        return 1;
    int many = strlen(argv[1]), size = atoi(argv[2]);
    int *value = calloc(size, sizeof *value);
    clock_t begin = clock();
    for (int n = 1; n < size; n++) {
        for (int take = 0; take < many && take <= n; take++) {
            int digit = argv[1][take] - '0', left = n - take;
            if (left ? digit & 2 : digit & 1)
                marked[value[left]] = n;
            if (digit & 4)
                for (int a = 1; a <= left / 2; a++)
                    marked[value[a] ^ value[left - a]] = n;
        }
        while (marked[value[n]] == n)
            value[n]++;
    }
    double taken = (double)(clock() - begin) / CLOCKS_PER_SEC;
    unsigned long long sum = 0;
    for (int n = 0; n < size; n++)
        sum = sum * 31 + value[n];
    printf("%.6f %llu\n", taken, sum);
    return 0;
}
