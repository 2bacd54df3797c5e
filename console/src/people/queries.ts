import { useQuery } from '@tanstack/react-query'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre, useCan } from '../session/session.ts'
import { useWords } from '../text/text.tsx'
import { words } from './words.ts'

export type User = ResultOf<'/api/User/GetUsers', 'get'>[number]
export type Role = ResultOf<'/api/Role/List', 'get'>[number]

export function useUsers () {
  return useQuery({ queryKey: ['users'], queryFn: () => timbre.get('/api/User/GetUsers') })
}

export function useRoles () {
  const can = useCan()
  return useQuery({ queryKey: ['roles'], queryFn: () => timbre.get('/api/Role/List'), enabled: can('Role.Read') })
}

/** The roles that every company has from its start are called by the reader's words. */
export function useRoleName (): (name: string) => string {
  const { systemNames } = useWords(words)
  return (name) => systemNames[name as keyof typeof systemNames] ?? name
}

/** Whether nobody else would be left who can do everything. */
export function isLastAdministrator (user: User, users: readonly User[]): boolean {
  const isAdministrator = ({ roles, invited }: User) => invited !== true && roles.some(({ name }) => name === 'Administrator')
  return isAdministrator(user) && users.filter(isAdministrator).length === 1
}
