/** A 33 of so many lines to a receiver whom the simulator knows. */
export function invoice (quantity: number, lines: number): object {
  return {
    header: {
      documentId: { documentType: '33', paymentMethod: 1 },
      receiver: {
        taxNumber: '88888888-8', businessName: 'Ingeniería Ñandú Austral S.A.', businessActivity: 'Obras',
        address: 'Camino 1', municipality: 'Maipú', city: 'Santiago'
      }
    },
    details: Array.from(
      { length: lines }, (_, line) => ({ itemName: `Cañería ${line}`, quantity: quantity + line, unitPrice: 1990 })
    )
  }
}
