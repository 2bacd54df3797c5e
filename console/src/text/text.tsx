import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { en } from './en.ts'
import { es, type Texts } from './es.ts'
import { formatsOf, type Formats } from './formats.ts'

export type Language = 'es' | 'en'

interface Wording {
  language: Language
  setLanguage: (language: Language) => void
  /** The sentences that every place uses. */
  text: Texts
  format: Formats
}

const kept = 'timbre.language'
const Context = createContext<Wording | undefined>(undefined)

/** What the reader chose; until then, the browser's language. */
export function currentLanguage (): Language {
  const chosen = localStorage.getItem(kept)
  if (chosen === 'es' || chosen === 'en') return chosen
  return navigator.language.startsWith('en') ? 'en' : 'es'
}

/** `onChange` is called when the reader changes the language: the server's sentences must be fetched again. */
export function TextProvider ({ children, onChange }: { children: ReactNode, onChange: () => void }) {
  const [language, change] = useState(currentLanguage)
  useEffect(() => { document.documentElement.lang = language }, [language])
  const wording = useMemo(() => ({
    language,
    setLanguage: (next: Language) => {
      localStorage.setItem(kept, next)
      change(next)
      onChange()
    },
    text: language === 'es' ? es : en,
    format: formatsOf(language)
  }), [language, onChange])
  return <Context value={wording}>{children}</Context>
}

export function useText (): Wording {
  const wording = use(Context)
  if (!wording) throw new Error('There is no TextProvider above.')
  return wording
}

/** A place's own sentences: `words.ts` in its folder, `{ es, en }`, where `en` has the type of `es`. */
export function useWords<Words> (words: { es: Words, en: Words }): Words {
  return words[useText().language]
}
