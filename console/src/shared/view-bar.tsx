import { useEffect, useRef, type ReactNode } from 'react'
import { useNarrow } from './page.tsx'

/**
 * The views of a list, each a link; `shown` changes with what is drawn. On phones they are wider than the page: the
 * chosen one is brought into it.
 */
export function ViewBar ({ label, shown, children }: { label: string, shown: string, children: ReactNode }) {
  const list = useRef<HTMLElement>(null)
  const narrow = useNarrow()
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (current) list.current!.scrollLeft = current.offsetLeft - (list.current!.clientWidth - current.offsetWidth) / 2
  }, [shown, narrow])
  return <nav ref={list} className='views' aria-label={label}>{children}</nav>
}
