/** One real and one fun kind (doc 3 §9). */
export const sessionTypes = { real: 1, fun: 4 } as const;
