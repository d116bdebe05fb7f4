// The classical program for policeman and thief, as the competition texts describe it, written anew: a vector of
// predecessors for every position, then a recursive search along them from the positions where play is over.
// Reads a board (rows and columns, then the rows); prints the seconds it took without reading and printing, the answer
// for the policeman moving first, and how many positions are won and lost for the player to move.
//
// g++ -O2 classical.cpp -o classical; the recursion is as deep as the graph: ulimit -s unlimited

#include <ctime>
#include <iostream>
#include <string>
#include <vector>

static std::vector<std::vector<int>> before;
static std::vector<char> won, lost, visited;
static std::vector<int> degree;

static void search(int v) {
    visited[v] = 1;
    for (int u : before[v]) {
        if (visited[u]) continue;
        if (lost[v])
            won[u] = 1;
        else if (--degree[u] == 0)
            lost[u] = 1;
        else
            continue;
        search(u);
    }
}

int main() {
    int rows, columns;
    std::cin >> rows >> columns;
    std::vector<std::string> board(rows);
    for (auto &row : board) std::cin >> row;
    const std::clock_t begin = std::clock();

    const int cells = rows * columns, n = cells * cells * 2;
    before.resize(n);
    won.assign(n, 0), lost.assign(n, 0), visited.assign(n, 0), degree.assign(n, 0);
    auto number = [&](int p, int t, bool police) { return (p * cells + t) * 2 + police; };
    auto at = [&](int cell) { return board[cell / columns][cell % columns]; };
    const int dr[] = {0, -1, 0, 1, 0, -1, -1, 1, 1}, dc[] = {0, 0, 1, 0, -1, -1, 1, -1, 1};
    for (int p = 0; p < cells; ++p)
        for (int t = 0; t < cells; ++t) {
            if (at(p) == '*' || at(t) == '*') continue;
            for (int police = 0; police < 2; ++police) {
                int v = number(p, t, police);
                bool caught = p == t, away = !caught && at(t) == 'E';
                if (caught || away) {
                    (caught == bool(police) ? won : lost)[v] = 1;
                    continue;
                }
                int from = police ? p : t;
                for (int d = 0; d < (police ? 9 : 5); ++d) {
                    int r = from / columns + dr[d], c = from % columns + dc[d];
                    if (r < 0 || r >= rows || c < 0 || c >= columns || board[r][c] == '*') continue;
                    int to = r * columns + c;
                    before[police ? number(to, t, false) : number(p, to, true)].push_back(v);
                    ++degree[v];
                }
            }
        }
    for (int v = 0; v < n; ++v)
        if ((won[v] || lost[v]) && !visited[v]) search(v);

    long wins = 0, losses = 0;
    for (int v = 0; v < n; ++v) wins += won[v], losses += lost[v];
    const double took = double(std::clock() - begin) / CLOCKS_PER_SEC;
    int policeman = 0, thief = 0;
    for (int cell = 0; cell < cells; ++cell) {
        if (at(cell) == 'P') policeman = cell;
        if (at(cell) == 'T') thief = cell;
    }
    int start = number(policeman, thief, true);
    std::cout << took << ' ' << (won[start] ? "WIN" : lost[start] ? "LOSS" : "DRAW") << ' ' << wins << ' '
              << losses << '\n';
}
