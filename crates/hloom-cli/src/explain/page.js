// A step under the pointer shows the values it writes and reads, and its column of the timeline.
for (const step of document.querySelectorAll(".step")) {
  const number = Number(step.dataset.step);
  const ways = [...document.querySelectorAll(`.way[data-from="${number}"]`)];
  const timeline = document.querySelector(".timeline");
  const mark = (on) => {
    ways.forEach((w) => w.classList.toggle("on", on));
    if (!timeline) return;
    const [left, right, cursor] = [76, 1072, timeline.querySelector(".cursor")];
    const width = (right - left) / Number(timeline.dataset.steps);
    cursor.setAttribute("x", left + number * width);
    cursor.setAttribute("width", on ? Math.max(width, 1) : 0);
  };
  step.addEventListener("mouseenter", () => mark(true));
  step.addEventListener("mouseleave", () => mark(false));
}
