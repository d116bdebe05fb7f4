// Pig to a goal, with a die: the winning probability of who is to move, for every score and turn total, by plain sweeps
// in floating point: score pairs from the highest sum down, each swept until nothing changes by more than SMALL.
// Nothing is proved. Usage: pig SMALL FILE GOAL FACE FACE ...; writes goal * goal * (goal + 1) doubles to FILE, [mine][other's][total].
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
    std::vector<double> win(size_t(goal) * goal * width, 0.0);
    auto at = [&](int mine, int other) { return &win[(size_t(mine) * goal + other) * width]; };
    auto sweep = [&](int mine, int other) {
        double* here = at(mine, other);
        const double lost = 1 - at(other, mine)[0];
        const int most = goal - mine;
        double change = 0;
        for (int total = most; total >= 0; total--) {
            double roll = 0;
            for (int face : faces) roll += face ? here[std::min(total + face, most)] : lost;
            roll /= faces.size();
            double best = roll;
            if (total) best = std::max(best, total == most ? 1.0 : 1 - at(other, mine + total)[0]);
            change = std::max(change, std::fabs(best - here[total]));
            here[total] = best;
        }
        return change;
    };
    for (int sum = 2 * goal - 2; sum >= 0; sum--)
        for (int mine = std::max(0, sum - goal + 1); 2 * mine <= sum; mine++) {
            const int other = sum - mine;
            double change = 1;
            while (change > small) {
                change = sweep(mine, other);
                if (other != mine) change = std::max(change, sweep(other, mine));
            }
        }
    const double taken = double(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf("%.4f %.12f\n", taken, win[0]);
    std::FILE* file = std::fopen(given[2], "wb");
    std::fwrite(win.data(), sizeof(double), win.size(), file);
    std::fclose(file);
}
