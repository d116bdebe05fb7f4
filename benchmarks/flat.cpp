// Retrograde analysis on flat arrays, the reversal of the edges included: every edge is reversed and looked at once.
// Reads two files of raw int32: row starts (n + 1) and targets (m). Prints the seconds without reading, how many are won
// and lost for the player to move, and the sum of all remotenesses.
//
// g++ -O2 flat.cpp -o flat

#include <cstdint>
#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

static std::vector<int32_t> read(const char *name) {
    std::ifstream file(name, std::ios::binary | std::ios::ate);
    std::vector<int32_t> values(file.tellg() / sizeof(int32_t));
    file.seekg(0);
    file.read(reinterpret_cast<char *>(values.data()), values.size() * sizeof(int32_t));
    return values;
}

int main(int, char **names) {
    const auto starts = read(names[1]), targets = read(names[2]);
    const std::clock_t begin = std::clock();
    const int n = int(starts.size()) - 1;
    std::vector<int64_t> place(n + 2);
    for (int v : targets) ++place[v + 2];
    for (int v = 0; v < n; ++v) place[v + 2] += place[v + 1];
    std::vector<int32_t> sources(targets.size());
    for (int u = 0; u < n; ++u)
        for (int e = starts[u]; e < starts[u + 1]; ++e) sources[place[targets[e] + 1]++] = u;

    std::vector<int8_t> outcome(n);
    std::vector<int32_t> left(n), remoteness(n, -1), order(n);
    int head = 0, tail = 0;
    for (int v = 0; v < n; ++v)
        if ((left[v] = starts[v + 1] - starts[v]) == 0) outcome[v] = -1, remoteness[v] = 0, order[tail++] = v;
    while (head < tail) {
        const int v = order[head++];
        for (int64_t e = place[v]; e < place[v + 1]; ++e) {
            const int u = sources[e];
            if (left[u] <= 0) continue;
            if (outcome[v] < 0)
                left[u] = 0;
            else
                --left[u];
            if (left[u] == 0) outcome[u] = -outcome[v], remoteness[u] = remoteness[v] + 1, order[tail++] = u;
        }
    }
    const double took = double(std::clock() - begin) / CLOCKS_PER_SEC;
    long won = 0, lost = 0, sum = 0;
    for (int v = 0; v < n; ++v) won += outcome[v] > 0, lost += outcome[v] < 0, sum += remoteness[v] > 0 ? remoteness[v] : 0;
    std::cout << took << ' ' << won << ' ' << lost << ' ' << sum << '\n';
}
