import type { Language } from '../command.ts'
import { sessionTexts } from '../sign-in.ts'

const english = {
  ...sessionTexts.en,

  noForward: 'Give the address of your program: --forward http://localhost:3000/hook.',
  secretInvalid: 'The secret is not valid: it begins with whsec_, as Notification/Update shows it.',

  listening: (server: string, address: string) => `Forwarding the notifications of ${server} to ${address}. Ctrl-C ends it.`,
  madeSecret: (secret: string) => `Messages are signed with this secret until the end: ${secret}`,
  noAddress:
    'The tenant has no notification address, so Timbre stores no messages. Set one with Notification/Update; without one of ' +
    'your own, https://listen.invalid/: that name exists nowhere, so the messages are stored and nothing is sent.',
  unknownEndpoint: (id: string) => `The tenant has no endpoint ${id}: see NotificationEndpoint/List.`,
  disabled: 'Notifications are disabled, so Timbre stores test messages only. Enable them with Notification/Update.',
  slow: 'no answer within 5 s',
  ended: (delivered: number, failed: number) => `Forwarded: ${delivered}. Not taken by your program: ${failed}.`
}

export type ListenTexts = typeof english

const spanish: ListenTexts = {
  ...sessionTexts.es,

  noForward: 'Indique la dirección de su programa: --forward http://localhost:3000/hook.',
  secretInvalid: 'El secreto no es válido: empieza con whsec_, como lo muestra Notification/Update.',

  listening: (server, address) => `Se reenvían las notificaciones de ${server} a ${address}. Ctrl-C termina.`,
  madeSecret: (secret) => `Hasta el final, los mensajes se firman con este secreto: ${secret}`,
  noAddress:
    'La empresa no tiene una dirección de notificaciones, por lo que Timbre no guarda mensajes. Defínala con Notification/Update; ' +
    'si no tiene una propia, https://listen.invalid/: ese nombre no existe, así que los mensajes se guardan y no se envía nada.',
  unknownEndpoint: (id) => `${id} no es un destino de la empresa: vea NotificationEndpoint/List.`,
  disabled:
    'Las notificaciones están desactivadas, por lo que Timbre sólo guarda los mensajes de prueba. Actívelas con Notification/Update.',
  slow: 'sin respuesta en 5 s',
  ended: (delivered, failed) => `Reenviados: ${delivered}. No recibidos por su programa: ${failed}.`
}

const texts: Readonly<Record<Language, ListenTexts>> = { en: english, es: spanish }

/** Everything that `timbre listen` says, in a language. */
export function textsIn (language: Language): ListenTexts {
  return texts[language]
}
