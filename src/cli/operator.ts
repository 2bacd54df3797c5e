import { z } from 'zod'
import { asOperator } from '../program/compose/operator.ts'
import { type Config, configOfProcess } from '../program/config/config.ts'
import { registration } from '../groups/auth/schemas.ts'
import type { PasswordCost } from '../services/access/passwords.ts'
import type { Operator } from '../services/tenants/operator.ts'
import { type Problem, ServiceError } from '../shared/errors.ts'
import { problemsOf } from '../shared/schema-problems.ts'
import { CommandError, exitCodes, inColumns, table, UsageError } from './command.ts'
import { printable, type Terminal } from './terminal.ts'

/** What the commands work with; tests give their own. */
export interface OperatorCall { terminal: Terminal, config?: Config, passwordCost?: PasswordCost }

export interface TenantOptions {
  code?: string | undefined
  'tax-number'?: string | undefined
  name?: string | undefined
  email?: string | undefined
  'full-name'?: string | undefined
  environment: string
  simulator: boolean
}

const optionOf: Readonly<Record<string, string>> = {
  tenantCode: '--code', taxNumber: '--tax-number', companyTitle: '--name', email: '--email', fullName: '--full-name'
}
const tenantRequest = registration.omit({ password: true })
const { tenantCode, fullName, email } = registration.shape
const appointment = z.object({ tenantCode: tenantCode.unwrap(), email, fullName: fullName.optional() })
const environment = z.enum(['certification', 'production'])

/** `timbre tenant create`: prints the keys, and the password of a new person, which nothing shows again. */
export async function createTenant (options: TenantOptions, call: OperatorCall): Promise<number> {
  const config = call.config ?? configOfProcess()
  const request = parsed(tenantRequest, {
    tenantCode: options.code, taxNumber: options['tax-number'], companyTitle: options.name, email: options.email,
    fullName: options['full-name']
  })
  const newTenants = { environment: environmentOf(options.environment), taxAuthority: authorityOf(options, config) }
  const { accessKey, secretKey, password, ...created } = await operate({ ...call, config }, (operator) =>
    operator.createTenant(request, newTenants))
  call.terminal.say(inColumns([
    ['Tenant code', created.tenantCode],
    ['Environment', `${newTenants.environment}, ${newTenants.taxAuthority === 1 ? 'SII' : 'simulator'}`],
    ['Access key', accessKey],
    ['Secret key', secretKey],
    ['Sign in as', created.user.email],
    ['Password', passwordText(password)]
  ]))
  call.terminal.warn(`Store the secret key${password === undefined ? '' : ' and the password'} now: nothing shows ${
    password === undefined ? 'it' : 'them'} again.`)
  return exitCodes.done
}

/** `timbre tenant list` */
export async function listTenants (call: OperatorCall): Promise<number> {
  const tenants = await operate(call, (operator) => operator.tenants())
  if (tenants.length === 0) call.terminal.warn('There are no tenants. "timbre tenant create" makes one.')
  const rows = tenants.map(({ code, taxNumber, businessName, environment: place, taxAuthority, administrators }) => [
    code, taxNumber, printable(businessName), taxAuthority === 1 ? place : 'simulator', administrators.join(', ')
  ])
  if (rows.length > 0) {
    for (const line of table([['CODE', 'RUT', 'NAME', 'ENVIRONMENT', 'ADMINISTRATORS'], ...rows])) call.terminal.say(line)
  }
  return exitCodes.done
}

/** `timbre tenant administrator` */
export async function appointAdministrator (
  options: { code?: string | undefined, email?: string | undefined, 'full-name'?: string | undefined },
  call: OperatorCall
): Promise<number> {
  const request = parsed(appointment, {
    tenantCode: options.code, email: options.email, fullName: options['full-name']
  })
  const { email: address, password, isNew } = await operate(call, (operator) =>
    operator.appoint({ ...request, fullName: request.fullName }))
  const { terminal } = call
  terminal.say(isNew
    ? `${address} is an administrator of ${request.tenantCode} now.`
    : `${address} is an administrator of ${request.tenantCode} already.`)
  terminal.say(inColumns([['Password', passwordText(password)]]))
  if (password !== undefined) terminal.warn('Store the password now: nothing shows it again.')
  return exitCodes.done
}

/** `timbre user reset-password` */
export async function resetPassword (
  { email: given, 'second-factor': secondFactor = false }: {
    email?: string | undefined, 'second-factor'?: boolean | undefined
  },
  call: OperatorCall
): Promise<number> {
  const request = parsed(z.object({ email }), { email: given })
  const { email: address, password, tenantCodes } = await operate(call, (operator) =>
    operator.resetPassword(request.email, { secondFactor }))
  call.terminal.say(inColumns([
    ['Sign in as', address], ['Password', password], ['User of', tenantCodes.join(', ')]
  ]))
  if (secondFactor) call.terminal.warn('This person signs in without a second factor now.')
  call.terminal.warn('Every session of this person has ended. Store the password now: nothing shows it again.')
  return exitCodes.done
}

async function operate<Result> (
  { config = configOfProcess(), passwordCost }: OperatorCall, work: (operator: Operator) => Promise<Result>
): Promise<Result> {
  try {
    return await asOperator(config, work, passwordCost ? { passwordCost } : {})
  } catch (error) {
    if (error instanceof ServiceError) throw new CommandError(linesOf(error.problems) || error.message)
    throw error
  }
}

function passwordText (password: string | undefined): string {
  return password ?? 'the one that this person has already'
}

function environmentOf (text: string): z.output<typeof environment> {
  const { data } = environment.safeParse(text)
  if (data === undefined) throw new UsageError(`--environment ${text}: must be certification or production.`)
  return data
}

function authorityOf ({ simulator }: TenantOptions, config: Config): 1 | 2 {
  if (!simulator) return 1
  if (!config.embedded && config.SII_SIMULATOR_URL === undefined) {
    throw new UsageError('--simulator: no simulator is configured. Set SII_SIMULATOR_URL.')
  }
  return 2
}

/** Throws UsageError with a line for each option that is missing or wrong. */
function parsed<Schema extends z.ZodType> (schema: Schema, given: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(given, { reportInput: true })
  if (error) throw new UsageError(linesOf(problemsOf(error.issues)))
  return data
}

function linesOf (problems: readonly Problem[]): string {
  return problems.map(({ path, message }) => `${optionOf[path] ?? path}: ${message.en}`).join('\n')
}
