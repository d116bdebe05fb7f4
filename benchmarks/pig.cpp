// Pig to a goal, with a die: the probability that the first player wins, for every score, turn total and player to move,
// by plain sweeps in floating point: score pairs from the highest sum down, each swept until nothing changes by more than
// SMALL. Nothing is proved. Usage: pig SMALL FILE GOAL FACE FACE ...; writes 2 * goal * goal * (goal + 1) doubles to FILE,
// [player to move][first's points][second's][turn total].
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

int main(int count, char** given) {
    const double small = std::atof(given[1]);
    const int goal = std::atoi(given[3]), width = goal + 1;
    std::vector<int> faces;
    for (int k = 4; k < count; k++) faces.push_back(std::atoi(given[k]));
    const std::clock_t begin = std::clock();
    const size_t each = size_t(goal) * goal * width;
    std::vector<double> win(2 * each, 0.0);
    auto at = [&](int player, int first, int second) { return &win[player * each + (size_t(first) * goal + second) * width]; };
    auto sweep = [&](int player, int first, int second) {
        double* here = at(player, first, second);
        const double lost = at(1 - player, first, second)[0];
        const int most = goal - (player ? second : first);
        double change = 0;
        for (int total = most; total >= 0; total--) {
            double best = 0;
            for (int face : faces) best += face ? here[std::min(total + face, most)] : lost;
            best /= faces.size();
            if (total) {
                const double held = total == most ? 1.0 - player
                                    : player      ? at(0, first, second + total)[0]
                                                  : at(1, first + total, second)[0];
                best = player ? std::min(best, held) : std::max(best, held);
            }
            change = std::max(change, std::fabs(best - here[total]));
            here[total] = best;
        }
        return change;
    };
    for (int sum = 2 * goal - 2; sum >= 0; sum--)
        for (int first = std::max(0, sum - goal + 1); first <= std::min(sum, goal - 1); first++) {
            double change = 1;
            while (change > small) {
                change = sweep(0, first, sum - first);
                change = std::max(change, sweep(1, first, sum - first));
            }
        }
    const double taken = double(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf("%.4f %.12f\n", taken, win[0]);
    std::FILE* file = std::fopen(given[2], "wb");
    std::fwrite(win.data(), sizeof(double), win.size(), file);
    std::fclose(file);
}
