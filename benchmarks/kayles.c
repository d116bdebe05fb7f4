/* The nimbers of Kayles by the definition: mark every option with n, take the smallest number not marked.
   Prints the seconds taken and a checksum. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv) {
    int size = argc > 1 ? atoi(argv[1]) : 100000;
    int *value = calloc(size, sizeof *value), marked[256] = {0};
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int n = 1; n < size; n++) {
        for (int take = 1; take <= 2 && take <= n; take++) {
            int left = n - take;
            marked[value[left]] = n;
            for (int a = 1; a <= left / 2; a++)
                marked[value[a] ^ value[left - a]] = n;
        }
        while (marked[value[n]] == n)
            value[n]++;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    unsigned long long sum = 0;
    for (int n = 0; n < size; n++)
        sum = sum * 31 + value[n];
    printf("%.6f %llu\n", (end.tv_sec - begin.tv_sec) + 1e-9 * (end.tv_nsec - begin.tv_nsec), sum);
    return 0;
}
