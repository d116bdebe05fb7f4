// Nimbers and the certificate of a solution on flat arrays: the loops of solvers/impartial/nimbers.py and of
// solvers/backward/verify.py. Reads raw int32: row starts (n + 1) and targets (m) of a graph; for the certificate also
// the outcomes and the remotenesses that are to be checked. Prints the CPU seconds without reading, and the sum of all
// nimbers, or how many positions were found in order.
//
// g++ -O2 mex.cpp -o mex;  ./mex starts targets [outcomes remotenesses]

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <fstream>
#include <iostream>
#include <vector>

using Numbers = std::vector<int32_t>;

static Numbers read(const char *name) {
    std::ifstream file(name, std::ios::binary | std::ios::ate);
    Numbers values(file.tellg() / sizeof(int32_t));
    file.seekg(0);
    file.read(reinterpret_cast<char *>(values.data()), values.size() * sizeof(int32_t));
    return values;
}

static long nimbers(const Numbers &starts, const Numbers &targets) {
    const int n = int(starts.size()) - 1;
    Numbers place(n + 2), sources(targets.size()), left(n), nimber(n), order(n);
    for (int v : targets) ++place[v + 2];
    for (int v = 0; v < n; ++v) place[v + 2] += place[v + 1];
    for (int u = 0; u < n; ++u)
        for (int e = starts[u]; e < starts[u + 1]; ++e) sources[place[targets[e] + 1]++] = u;
    int head = 0, tail = 0, most = 0;
    for (int v = 0; v < n; ++v) {
        if ((left[v] = starts[v + 1] - starts[v]) == 0) order[tail++] = v;
        most = std::max(most, left[v]);
    }
    Numbers seen(most + 2, -1);
    while (head < tail) {
        const int v = order[head++];
        for (int e = starts[v]; e < starts[v + 1]; ++e) seen[nimber[targets[e]]] = v;
        int g = 0;
        while (seen[g] == v) ++g;
        nimber[v] = g;
        for (int e = place[v]; e < place[v + 1]; ++e)
            if (--left[sources[e]] == 0) order[tail++] = sources[e];
    }
    long sum = 0;
    for (int g : nimber) sum += g;
    return tail == n ? sum : -1;
}

static long in_order(const Numbers &starts, const Numbers &targets, const Numbers &outcome, const Numbers &remoteness) {
    long fine = 0;
    for (size_t v = 0; v + 1 < starts.size(); ++v) {
        if (starts[v] == starts[v + 1]) {
            fine += outcome[v] == -1 && remoteness[v] == 0;
            continue;
        }
        int worst = 2, least = -1, most = -1;
        for (int e = starts[v]; e < starts[v + 1]; ++e) {
            const int w = outcome[targets[e]], s = remoteness[targets[e]];
            if (w < worst) worst = w, least = most = s;
            if (w == worst) least = std::min(least, s), most = std::max(most, s);
        }
        const int wanted = outcome[v] == 0 ? -1 : 1 + (outcome[v] > 0 ? least : most);
        fine += outcome[v] == -worst && remoteness[v] == wanted;
    }
    return fine;
}

int main(int count, char **names) {
    std::vector<Numbers> files;
    for (int k = 1; k < count; ++k) files.push_back(read(names[k]));
    const auto begin = std::clock();
    const long found = count == 3 ? nimbers(files[0], files[1]) : in_order(files[0], files[1], files[2], files[3]);
    std::cout << double(std::clock() - begin) / CLOCKS_PER_SEC << ' ' << found << '\n';
}
