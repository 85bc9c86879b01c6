import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { parse } from 'yaml'

type Settings = Record<string, string>

interface Compose {
  services: Record<string, { env_file?: string | string[]; environment?: Record<string, string | number> }>
}

const deployFile = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')

/**
 * Returns the environment that Docker Compose gives a service: its env_file, then its environment, with
 * ${NAME…} replaced from .env.
 */
export function composeSettings(service: string, dotEnv: string): Settings {
  const compose = parse(deployFile('compose.yaml'), { merge: true }) as Compose
  const { env_file: files = [], environment = {} } = compose.services[service] ?? {}
  const known = readEnvFile(dotEnv)
  return {
    ...([files].flat().includes('.env') ? known : {}),
    ...Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, interpolate(String(value), known)]),
    ),
  }
}

function interpolate(text: string, known: Settings): string {
  return text.replaceAll(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name: string, kind?: string, rest = '') => {
    const value = known[name]
    if (!value && kind === '?') throw new Error(rest)
    return value || (kind === '-' ? rest : '')
  })
}

/**
 * Returns the environment that systemd gives a process. Values of EnvironmentFile= override those of
 * Environment=, whatever their order in the unit, and those passed to /usr/bin/env in ExecStart= override
 * both.
 */
export function unitSettings(unit: string, file: string): Settings {
  const lines = deployFile(unit).split('\n')
  const all = (key: string) =>
    lines.flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []))
  const assigned = (text: string) => parseEnv((text.match(/[A-Z_]+=\S+/g) ?? []).join('\n')) as Settings
  const command = all('ExecStart').join(' ')
  return {
    ...assigned(all('Environment').join(' ')),
    ...(all('EnvironmentFile').includes('/etc/millrace/env') ? readEnvFile(file) : {}),
    ...(command.startsWith('/usr/bin/env ') ? assigned(command) : {}),
  }
}

/**
 * Writes an env file. Node, Docker Compose and systemd all read a value in single quotes literally, so no
 * other quotes are used.
 */
export function envFile(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('')
}

function readEnvFile(text: string): Settings {
  return parseEnv(text) as Settings
}
