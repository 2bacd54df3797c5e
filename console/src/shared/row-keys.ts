import type { KeyboardEvent } from 'react'

/** ↑ and ↓ go through the rows of a list, from its search field, too; Enter opens the row in focus, which is a link. */
export function moveBetweenRows (event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || event.defaultPrevented || !(event.target instanceof HTMLElement)) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.row a')]
  const row = event.target.closest('.row')
  if (!row && !event.target.matches('input[type=search]')) return
  const next = links[links.findIndex((link) => row?.contains(link)) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
