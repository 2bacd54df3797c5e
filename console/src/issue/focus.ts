/** Gives the focus to a field of the form, once what changes with it is drawn. */
export function focusSoon (find: () => HTMLElement | null): void {
  requestAnimationFrame(() => { find()?.focus({ preventScroll: true }) })
}

/** The cell in which the first line begins. */
export function firstCell (): HTMLElement | null {
  return document.querySelector<HTMLElement>('.lines .cell')
}
