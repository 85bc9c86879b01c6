import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '../src/config.ts'
import { composeSettings, envFile, unitSettings } from './support/deployed-settings.ts'

/** What each process sets itself, whatever the settings file says, and why. */
const inContainers = {
  DATABASE_URL: 'the database is the one beside it',
  HOST: 'the port is published by Docker',
  PORT: 'PORT of the file is the port on the machine',
  MILLRACE_DATA: 'the volume is there',
  TRUST_PROXY: 'it is published to the reverse proxy of the machine only',
  METRICS_PORT: 'not published, so always on',
  METRICS_HOST: 'Prometheus is another container',
  ROLE: 'one of each',
}
const inSplitUnits = { ROLE: 'one of each', PORT: 'several run on one machine' }

// Characters that a shell, a YAML parser or a reader of .env files might interpret.
const file = Object.fromEntries(settingNames.map((name) => [name, `$HOME "${name}" \\n #$$`]))
const dotEnv = envFile({ ...file, POSTGRES_PASSWORD: 'secret' })

function changed(settings: Record<string, string>) {
  return settingNames.filter((name) => settings[name] !== file[name]).toSorted()
}

test.each(['web', 'worker'])('every setting in .env reaches the container %s', (service) => {
  expect(changed(composeSettings(service, dotEnv))).toEqual(Object.keys(inContainers).toSorted())
  expect(composeSettings(service, dotEnv)).toMatchObject({
    DATABASE_URL: 'postgresql://millrace:secret@database:5432/millrace',
    ROLE: service,
    HOST: '0.0.0.0',
    PORT: '3000',
    MILLRACE_DATA: '/data',
  })
})

test.each(['APP_URL', 'APP_SECRET', 'POSTGRES_PASSWORD'])('containers do not start without %s', (name) => {
  const without = envFile({ ...file, POSTGRES_PASSWORD: 'secret', [name]: '' })
  expect(() => composeSettings('web', without)).toThrow(`set ${name} in .env`)
  expect(() => composeSettings('worker', without)).toThrow(`set ${name} in .env`)
})

test('a container with pages drains for ten seconds unless .env says otherwise', () => {
  const least = envFile({ APP_URL: 'https://books.example.com', APP_SECRET: 's', POSTGRES_PASSWORD: 'p' })
  expect(composeSettings('web', least).DRAIN_SECONDS).toBe('10')
  expect(unitSettings('millrace-web@.service', least).DRAIN_SECONDS).toBe('10')
  expect(composeSettings('web', `${least}DRAIN_SECONDS=3\n`).DRAIN_SECONDS).toBe('3')
})

test.each([
  ['millrace.service', {}],
  ['millrace-backup.service', {}],
  ['millrace-web@.service', inSplitUnits],
  ['millrace-worker.service', inSplitUnits],
])('every setting in /etc/millrace/env reaches %s', (unit, own) => {
  expect(changed(unitSettings(unit, dotEnv))).toEqual(Object.keys(own).toSorted())
})

test('units of the split keep their role and port, which the file they share cannot give them', () => {
  expect(unitSettings('millrace-web@.service', dotEnv)).toMatchObject({ ROLE: 'web', PORT: '%i' })
  expect(unitSettings('millrace-worker.service', dotEnv)).toMatchObject({ ROLE: 'worker', PORT: '3009' })
})

test('every unit runs the Node of the packages and a program that the build makes', () => {
  const top = join(import.meta.dirname, '..')
  const units = readdirSync(join(top, 'deploy')).filter((name) => name.endsWith('.service'))
  expect(units).toHaveLength(4)
  for (const unit of units) {
    const text = readFileSync(join(top, 'deploy', unit), 'utf8')
    const [, node = '', program = ''] = /^ExecStart=.*?\/srv\/millrace\/(\S+) (\S+)$/m.exec(text) ?? []
    const version = execFileSync(join(top, node), ['--version'], { encoding: 'utf8' })
    expect(version.trim(), unit).toBe(process.version)
    expect(existsSync(join(top, program)), `${unit} ${program}`).toBe(true)
  }
})

test('no file with secrets is sent to the builder of the image, wherever it lies', () => {
  const ignored = readFileSync(new URL('../deploy/Dockerfile.dockerignore', import.meta.url), 'utf8').split(
    '\n',
  )
  for (const pattern of ['**/.env', '**/*.backup', '.git']) expect(ignored).toContain(pattern)
})
