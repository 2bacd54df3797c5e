/** A name that nobody else gives; `crypto.randomUUID` is missing where the page came over plain HTTP. */
export function newName (): string {
  return `d-${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
