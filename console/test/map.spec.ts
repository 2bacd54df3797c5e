import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { clientOf } from './company.ts'
import { map, outside } from './map.ts'
import { prepared } from './prepared.ts'
import { places } from '../src/shell/places.ts'
import { claimNames } from '../src/text/claims.ts'

const contract = JSON.parse(await readFile(join(import.meta.dirname, '../../openapi/openapi.json'), 'utf8')) as {
  paths: Record<string, object>
}

test('point 3: every operation has its place, or a reason to have none; every place has operations', () => {
  const operations = Object.keys(contract.paths).map((path) => path.replace('/api/', ''))
  const placed = new Set([...Object.values(map).flat(), ...Object.keys(outside)])
  expect(operations.filter((operation) => !placed.has(operation))).toEqual([])
  expect([...placed].filter((operation) => !operations.includes(operation))).toEqual([])
  expect(places.map(({ name }) => name).filter((name) => !(name in map))).toEqual([])
})

test('every claim of the server has its name here', async () => {
  const { company } = await prepared()
  const claims = await (await clientOf(company, company.administrator)).get('/api/Role/GetClaims')
  expect(Object.fromEntries(claims.map(({ value, description }) => [value, description])))
    .toEqual(Object.fromEntries(Object.entries(claimNames).map(([claim, { es }]) => [claim, es])))
})
