/**
 * What can be done with the open document, or on the open page: the buttons and links beside its heading and at its
 * foot, and the items of the menu there, also while it is closed.
 */
export interface PageAction { label: string, press: () => void }

export function pageActions (): PageAction[] {
  const controls = [...document.querySelectorAll<HTMLElement>('[data-actions] :is(a, button):not(:disabled, [data-menu])')]
  const items = [...document.querySelectorAll<HTMLElement>('[data-menu-actions] [role=menuitem]:not(:disabled)')]
  return [...controls.filter((control) => control.checkVisibility()), ...items]
    .map((control) => ({ label: nameOf(control), press: () => { control.click() } }))
}

function nameOf (control: HTMLElement): string {
  const named = control.getAttribute('aria-label')
  if (named) return named
  const copy = control.cloneNode(true) as HTMLElement
  for (const unread of copy.querySelectorAll('[aria-hidden=true]')) unread.remove()
  return copy.textContent.trim()
}
