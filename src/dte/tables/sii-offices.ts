/** Where the SII has offices, by region. Documents name the one of their company below the folio [S6]. */
const namesByRegion: Readonly<Record<string, string>> = {
  'Arica y Parinacota': 'Arica',
  Tarapacá: 'Iquique',
  Antofagasta: 'Antofagasta, Calama, Tocopilla',
  Atacama: 'Copiapó, Chañaral, Vallenar',
  Coquimbo: 'La Serena, Illapel, Ovalle',
  Valparaíso: 'Valparaíso, La Ligua, Los Andes, Quillota, San Antonio, San Felipe, Villa Alemana, Viña del Mar',
  'Metropolitana de Santiago': `
    Santiago Centro, Santiago Norte, Santiago Oriente, Santiago Poniente, Santiago Sur, Buin, La Florida, Maipú,
    Melipilla, Ñuñoa, Providencia, Puente Alto, San Bernardo, Talagante
  `,
  "Libertador General Bernardo O'Higgins": 'Rancagua, San Fernando, San Vicente de Tagua Tagua, Santa Cruz',
  Maule: 'Talca, Cauquenes, Constitución, Curicó, Linares, Parral, San Javier',
  Ñuble: 'Chillán, San Carlos',
  Biobío: 'Concepción, Lebu, Los Ángeles, Talcahuano',
  'La Araucanía': 'Temuco, Angol, Victoria, Villarrica',
  'Los Ríos': 'Valdivia, La Unión, Panguipulli',
  'Los Lagos': 'Puerto Montt, Ancud, Castro, Osorno',
  Aysén: 'Coyhaique, Chile Chico, Puerto Aysén',
  Magallanes: 'Punta Arenas, Porvenir, Puerto Natales'
}

/** Proposals: the SII publishes no list of how documents name its offices, and opens and closes some. */
export const siiOffices: readonly { code: string, name: string }[] = Object.entries(namesByRegion)
  .flatMap(([region, names]) => names.split(',').map((name) => ({ code: name.trim().toUpperCase(), name: region })))
