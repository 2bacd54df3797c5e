import { describe, expect, it } from 'vitest'
import { activities, activityName } from '../../../src/dte/tables/activities.ts'
import { formerActivities } from '../../../src/dte/tables/activity-names.ts'
import { textLimits } from '../../../src/dte/tables/limits.ts'
import { findMunicipality, municipalities } from '../../../src/dte/tables/municipalities.ts'

const former = formerActivities.trim().split('\n')

describe('the economic activities', () => {
  it('are 674, each with a code of six digits and a name, in order', () => {
    const codes = activities.map(({ code }) => code)

    expect(codes).toHaveLength(674)
    expect(codes.toSorted()).toEqual([...new Set(codes)])
    for (const { code, name } of activities) expect([code, name]).toEqual([expect.stringMatching(/^\d{6}$/), name.trim()])
    expect(activities.filter(({ name }) => !/^[\u0020-\u00ff]{4,}$/.test(name))).toEqual([])
  })

  it('of the former table have a name where their code is not another activity now', () => {
    expect(former).toHaveLength(676)
    expect(former.filter((row) => !/^\d{6} [\u0020-\u00ff]{4,}$/.test(row))).toEqual([])
    expect(former.filter((row) => activities.some(({ code }) => row.startsWith(code)))).toEqual([])
  })

  it.each([
    [11101, 'Cultivo de trigo'], ['011101', 'Cultivo de trigo'], [11112, 'Cultivo de maíz'], [123, undefined],
    ['192000', 'Fabricación de productos de la refinación del petróleo']
  ])('%s is %s', (code, name) => {
    expect(activityName(code)).toBe(name)
  })
})

describe('the municipalities', () => {
  it('are 346 in 16 regions, as the SII\'s format can write them', () => {
    expect(municipalities).toHaveLength(346)
    expect(new Set(municipalities.map(({ name }) => name)).size).toBe(346)
    expect(new Set(municipalities.map(({ region }) => region)).size).toBe(16)
    expect(municipalities.filter(({ name }) => name.length > textLimits['Encabezado/Receptor/CmnaRecep'])).toEqual([])
  })

  it.each([
    ['temuco', 'Temuco'], ['MAIPU', 'Maipú'], ['ñuñoa', 'Ñuñoa'], ['NUNOA', 'Ñuñoa'], ['Til Til', 'Tiltil'],
    ['ESTACIÓN CENTRAL', 'Estación Central'], ['Ohiggins', "O'Higgins"], ['Llay-Llay', 'Llaillay'], ['AISEN', 'Aysén'],
    ['PUERTO NATALES', 'Natales']
  ])('"%s" is %s', (written, name) => {
    expect(findMunicipality(written)?.name).toBe(name)
  })

  it.each(['temu', '', '-', 'Región Metropolitana', 'Miami'])('"%s" is no municipality', (written) => {
    expect(findMunicipality(written)).toBeUndefined()
  })
})
