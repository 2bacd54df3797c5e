import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Begins what the address asks for (`/folios#upload`), once: the commands lead there. The address forgets it then, so
 * that a reload begins nothing.
 */
export function useBegin (name: string, begin: () => void): void {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const latest = useRef(begin)
  useEffect(() => { latest.current = begin })
  useEffect(() => {
    if (hash !== name) return
    latest.current()
    void navigate({ to: '.', hash: '', search: true, replace: true })
  }, [hash, name, navigate])
}
