import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { buildServer } from '../../scripts/prepare.mjs'
import { allJobs } from '../../src/jobs.ts'
import { startEmbeddedPostgres } from '../../src/platform/db/embedded/start-embedded-postgres.ts'
import { migrate } from '../../src/platform/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the server with the migrated template. */
    serverUrl: string
    templateName: string
  }
}

/** Starts the embedded Postgres, or uses TEST_DATABASE_URL, and migrates the template that tests clone. */
export default async function setup(project: TestProject) {
  // Some tests start the real programs.
  if (!(await buildServer())) throw new Error('the programs could not be built')
  const folder = await mkdtemp(join(tmpdir(), 'millrace-test-'))
  const outside = process.env['TEST_DATABASE_URL']
  const embedded = outside
    ? undefined
    : await startEmbeddedPostgres({
        dataDir: folder,
        // Test data need not survive a power failure.
        settings: {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          // Autovacuum workers run as a superuser, and the owner cannot drop a database in which one is
          // running.
          autovacuum: 'off',
          max_connections: '300',
        },
      })
  const serverUrl = outside ?? embedded!.url
  const templateName = `millrace_template_${process.pid}`
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${templateName}`)
  const templateUrl = new URL(serverUrl)
  templateUrl.pathname = `/${templateName}`
  await migrate(templateUrl.href, allJobs)
  project.provide('serverUrl', serverUrl)
  project.provide('templateName', templateName)

  return async () => {
    await client.query(`drop database ${templateName} with (force)`)
    await client.end()
    await embedded?.stop()
    await rm(folder, { recursive: true, force: true })
    // If other users have no access to root's temporary folder, the cluster is elsewhere.
    const cluster = embedded && dirname(embedded.clusterDir)
    if (cluster?.startsWith('/var/lib/millrace/')) await rm(cluster, { recursive: true, force: true })
  }
}
