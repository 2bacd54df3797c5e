import { dayMonthYear, santiagoDateTime } from '../../dte/values/calendar.ts'
import type { Sentence } from '../../shared/errors.ts'
import { linkTo } from './letter.ts'
import { footers, type InLanguages } from './letters.ts'
import { companyName } from './names.ts'

interface Company { businessName: string, taxNumber?: string | undefined }

/** The console's page of the certification; undefined where there is no console. */
interface Linked { link: string | undefined }

const pageName = { es: 'la página Certificación', en: 'the page Certification' }
const operation = { es: 'Certification/Progress', en: 'Certification/Progress' }

/** The SII's review of a set or a book. Its reasons are in Certification/Progress: a mail shows no words of others. */
export function certificationVerdictLetter (
  { item, attempt, approved, reasons, link, ...named }: Company & Linked & {
    item: string, attempt: number, approved: boolean, reasons: number
  }
): InLanguages {
  const company = companyName(named)
  const place = link === undefined ? operation : pageName
  const next = approved
    ? { es: `El paso siguiente está en ${place.es}.`, en: `The next step is in ${place.en}.` }
    : {
        es: `Los motivos (${reasons}) y lo que debe hacer están en ${place.es}. Después, emítalo nuevamente.`,
        en: `The reasons (${reasons}) and what to do are in ${place.en}. Then issue it again.`
      }
  return {
    es: {
      subject: `El SII ${approved ? 'aprobó' : 'no aprobó'} ${item} de ${company.es}`,
      paragraphs: [
        `El SII revisó ${item} de ${company.es} (intento ${attempt}): ${approved ? 'está conforme' : 'no está conforme'}.`, next.es
      ],
      ...linkTo(link, 'Ver la certificación'),
      footer: footers.es
    },
    en: {
      subject: `The SII ${approved ? 'approved' : 'did not approve'} ${item} of ${company.en}`,
      paragraphs: [
        `The SII reviewed ${item} of ${company.en} (attempt ${attempt}) and ${approved ? 'approved it' : 'did not approve it'}.`,
        next.en
      ],
      ...linkTo(link, 'See the certification'),
      footer: footers.en
    }
  }
}

export type DeadlineKind = 'set' | 'simulation' | 'boletas'

const deadlines: Record<DeadlineKind, { name: Sentence, then: Sentence }> = {
  set: {
    name: { es: 'El set de pruebas', en: 'The set of test cases' },
    then: {
      es: 'Después hay que generar otro, y lo aprobado se pierde.',
      en: 'After that you must generate another one, and what was approved is lost.'
    }
  },
  simulation: {
    name: { es: 'La simulación', en: 'The simulation' },
    then: { es: 'Declárela antes en el sitio del SII.', en: 'Declare it on the SII\'s site before then.' }
  },
  boletas: {
    name: { es: 'El set de boletas', en: 'The set of boletas' },
    then: {
      es: 'Envíelo antes y pida su revisión en el sitio del SII.',
      en: 'Upload it before then, and ask for its review on the SII\'s site.'
    }
  }
}

export function certificationDeadlineLetter (
  { what, at, link, ...named }: Company & Linked & { what: DeadlineKind, at: Date }
): InLanguages {
  const company = companyName(named)
  const place = link === undefined ? operation : pageName
  const { name, then } = deadlines[what]
  const [date = '', time = ''] = santiagoDateTime(at).split('T')
  const end = `${dayMonthYear(date)} ${time.slice(0, 5)}`
  return {
    es: {
      subject: `Certificación de ${company.es}: un plazo vence el ${end}`,
      paragraphs: [`${name.es} de ${company.es} vence el ${end} (hora de Chile).`, then.es, `Lo que falta está en ${place.es}.`],
      ...linkTo(link, 'Ver la certificación'),
      footer: footers.es
    },
    en: {
      subject: `Certification of ${company.en}: a deadline ends on ${end}`,
      paragraphs: [`${name.en} of ${company.en} ends on ${end} (Chilean time).`, then.en, `What is left to do is in ${place.en}.`],
      ...linkTo(link, 'See the certification'),
      footer: footers.en
    }
  }
}
