// The first page of the site: how far the reader is in each lecture, where to go on, and which games are won.

import { html } from "../../show/stage/js/scene.js";
import { markWon, progress } from "./progress.js";

/**
 * The exercises of the course, as gamecourse/publish/site/interactive.py writes them.
 * @typedef {{name: string, number: string, title: string, sheet: string,
 *   exercises: {id: string, exercise: string, title: string, stars: number}[]}} Lecture
 * @typedef {{lectures: Lecture[]}} Outline
 */

/** The first page itself, among the pages on which a game was won. */
const PAGE = "index";

/** @param {Lecture} lecture */
const rightOf = ({ sheet, exercises }) => exercises.filter(({ exercise }) => progress().right[sheet]?.includes(exercise));

/** @param {{stars: number}[]} exercises */
const starsOf = (exercises) => exercises.reduce((sum, { stars }) => sum + stars, 0);

/** How far the reader is in a lecture, on its card. @param {Element} card @param {Lecture} lecture */
function showLecture(card, lecture) {
  const { exercises, name, number } = lecture;
  const right = rightOf(lecture);
  const [earned, all] = [starsOf(right), starsOf(exercises)];
  if (progress().won.includes(name)) html("p", { class: "live-won" }, card, "✓ game won");
  if (!right.length) return;
  const line = html("p", { class: "live-lecture" }, card);
  html("progress", { value: earned, max: all, "aria-label": `Exercises of lecture ${number}` }, line);
  html("span", {}, line, `${right.length} of ${exercises.length} right · ${earned} of ${all} ★`);
}

/**
 * The exercise to go on with: the first that is open in the last lecture with a right answer, or else after it, or
 * else anywhere.
 * @param {Lecture[]} lectures
 */
function nextExercise(lectures) {
  const begun = lectures.filter((lecture) => rightOf(lecture).length > 0);
  const first = Math.max(lectures.indexOf(begun[begun.length - 1]), 0);
  const order = [...lectures.slice(first), ...lectures.slice(0, first)];
  for (const lecture of order) {
    const right = rightOf(lecture);
    const open = lecture.exercises.find((exercise) => !right.includes(exercise));
    if (open) return { lecture, open };
  }
  return undefined;
}

/** @param {Element} place @param {Lecture[]} lectures */
function showWayOn(place, lectures) {
  const right = lectures.flatMap(rightOf);
  const all = lectures.flatMap(({ exercises }) => exercises);
  const way = nextExercise(lectures);
  place.replaceChildren();
  if (!way) {
    place.append(`All ${all.length} exercises are right.`);
    return;
  }
  const { lecture, open } = way;
  const begins = right.length === 0;
  place.append(begins ? "Begin with " : "Go on with ");
  html("a", { href: `notebooks/exercises/${lecture.name}.html#${open.id}` }, place, open.title);
  place.append(` (lecture ${lecture.number}). `);
  place.append(begins ? "Python runs in the page; nothing is installed." : `${right.length} of ${all.length} exercises are right.`);
}

/** Tick the game on this page, if it was won once. @param {Element} stage */
function showWon(stage) {
  const won = progress().won.includes(PAGE);
  if (!won || document.querySelector(".live-won")) return;
  const line = html("p", { class: "live-won", role: "status" });
  line.textContent = "✓ You have won this game.";
  stage.after(line);
}

/** @param {Outline} outline */
function begin({ lectures }) {
  const cards = document.querySelectorAll(".cards .card");
  lectures.forEach((lecture, k) => showLecture(cards[k], lecture));
  const place = document.querySelector(".live-way");
  if (place) showWayOn(place, lectures);
  const stage = document.querySelector("[data-stage]");
  if (!stage) return;
  showWon(stage);
  stage.addEventListener("gl-won", () => {
    markWon(PAGE);
    showWon(stage);
  });
}

const outline = document.getElementById("course-outline");
if (outline) begin(JSON.parse(outline.textContent ?? ""));
