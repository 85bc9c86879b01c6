import { DrizzleQueryError } from 'drizzle-orm'
import { Writable } from 'node:stream'
import { styleText } from 'node:util'
import pino from 'pino'
import type { Logger } from 'pino'

/** Properties whose values are never logged, at up to three levels of nesting. */
const secretNames = [
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'secret',
  'secretKey',
  'clientSecret',
  'webhookSecret',
  'authorization',
  'cookie',
]
const redact = {
  paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  censor: '[removed]',
}

/** Without the parameters of a query and Postgres's `detail`, which may repeat secrets. */
function describeError(error: unknown): object {
  if (error instanceof DrizzleQueryError) return describeError(error.cause)
  if (!(error instanceof Error)) return { message: String(error) }
  const { code } = error as NodeJS.ErrnoException
  return {
    type: error.name,
    message: error.message,
    ...(code ? { code } : {}),
    stack: error.stack,
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  }
}

const colours = { 30: 'gray', 40: 'yellow', 50: 'red', 60: 'red' } as const

/** Escapes line breaks and terminal control characters: paths and names come from outside. */
function onOneLine(text: string): string {
  return text.replaceAll(
    /\p{Cc}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Formats a log entry as one short readable line instead of JSON. */
function prettyLine(json: string): string {
  const { level, time, msg, err, hostname: _host, pid: _pid, ...rest } = JSON.parse(json)
  const colour = colours[level as keyof typeof colours] ?? 'dim'
  const details = Object.entries(rest)
    .map(([key, value]) => `${key}=${onOneLine(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join(' ')
  const head = styleText('dim', new Date(time).toTimeString().slice(0, 8))
  const stack = err?.stack
    ? err.stack
        .split('\n')
        .map((line: string) => `\n${styleText('dim', onOneLine(line))}`)
        .join('')
    : ''
  const message = onOneLine(msg ?? '')
  return `${head} ${level > 30 ? styleText(colour, message) : message} ${styleText('dim', details)}${stack}\n`
}

type LogOutput = pino.DestinationStream & { isTTY?: boolean }

export function createLog(level: string, output: LogOutput): Logger {
  const destination = output.isTTY
    ? new Writable({
        write(chunk, _encoding, done) {
          output.write(prettyLine(String(chunk)))
          done()
        },
      })
    : output
  return pino(
    {
      level,
      redact,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    destination,
  )
}
