// What can be chosen in the tests: a part of what the server sends.

const grade = (name, isDefault = false) => ({ name, japanese: "", default: isDefault });
const GRADES = [grade("beginner"), grade("intermediate", true), grade("expert"), grade("any")];

/** A board with boxes. */
export function boardOf(height, width, grades = GRADES) {
  const size = height * width;
  const regionOf = (cell) => Math.floor(Math.floor(cell / size) / height) * height + Math.floor((cell % size) / width);
  return {
    spec: `${height}x${width}`,
    name: `${height}x${width}`,
    size,
    regions: Array.from({ length: size * size }, (_, cell) => regionOf(cell)),
    extras: [],
    diagonals: false,
    constraints: [],
    model: "nikoli100",
    grades,
  };
}

export const CHOICES = {
  layouts: [boardOf(3, 3), boardOf(2, 2, [grade("any", true)]), boardOf(2, 3)],
  ladders: [
    { name: "nikoli100", title: "Nikoli", techniques: ["hidden-single-region", "x-wing"], scores: false, grades: [] },
    {
      name: "hodoku",
      title: "HoDoKu",
      techniques: ["full-house", "x-wing", "swordfish"],
      scores: true,
      grades: [grade("easy", true), grade("hard"), grade("any")],
    },
  ],
  symmetries: ["none", "rot180", "diagonal"],
  constraints: [],
  cosmetics: [],
  fog: [],
  colours: {},
  styles: [],
  families: [],
  defaults: { layout: "3x3", generation: "sample", replacement: "anneal", oracle: "cpsat" },
};
