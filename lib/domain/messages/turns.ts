/** How many conversations may wait for somebody's answer before they are given no other. */
export const USUAL_MOST_WAITING = 5;
export const MAX_MOST_WAITING = 50;
