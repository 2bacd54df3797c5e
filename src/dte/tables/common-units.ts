/** Units of measure as Chilean documents abbreviate them; UnmdItem takes any text of up to four characters [S5]. */
export const commonUnits: readonly { code: string, name: string }[] = Object.entries({
  UN: 'Unidad', KG: 'Kilogramo', GR: 'Gramo', TON: 'Tonelada', LT: 'Litro', ML: 'Mililitro', MT: 'Metro', CM: 'Centímetro',
  M2: 'Metro cuadrado', M3: 'Metro cúbico', KM: 'Kilómetro', PAR: 'Par', DOC: 'Docena', CJ: 'Caja', PAQ: 'Paquete',
  BOL: 'Bolsa', SAC: 'Saco', ROL: 'Rollo', JGO: 'Juego', SET: 'Set', GL: 'Global', HR: 'Hora', DIA: 'Día', SEM: 'Semana',
  MES: 'Mes', AÑO: 'Año', KWH: 'Kilowatt-hora'
}).map(([code, name]) => ({ code, name }))
