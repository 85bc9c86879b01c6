import { keepBeforeUpdate, sayWhereKept } from '../backup/keep-before-update.ts'
import { type Config, StartError, readConfig } from '../config.ts'
import { describeStartError } from '../describe-start-error.ts'
import { allJobs } from '../jobs.ts'
import { connect } from '../platform/db/connect.ts'
import { DatabaseError } from '../platform/db/database-error.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openOrCreateBeside } from '../platform/db/open-for-command.ts'
import { isDatabaseUnavailable } from '../platform/db/unavailable.ts'
import { keepSeed } from '../platform/secrets/keep-seed.ts'
import { openKeyRing } from '../platform/secrets/key-ring.ts'
import { type Rotation, rotateMasterKey } from '../platform/secrets/rotate-master-key.ts'
import { replaceSecret, secretPaths } from '../platform/secrets/secret-files.ts'
import { readSecrets } from '../read-secrets.ts'

/** For damaged keys that no backup contains. What they protect can no longer be read. */
const replaceDamaged = '--replace-damaged'

/** Rotates the secret of this installation, whether or not the product is running on the same data. */
async function rotateKey(args: readonly string[]): Promise<string> {
  const unknown = args.find((arg) => arg !== replaceDamaged)
  if (unknown !== undefined)
    throw new StartError(`${unknown} is not a known option. The only one is ${replaceDamaged}.`)
  const config = readConfig(process.env)
  assertPrevious(config)
  const read = () => readSecrets(config)
  const opened = await openOrCreateBeside(config)
  try {
    await migrate(opened.url, allJobs, {
      beforeChange: keepBeforeUpdate(config, opened.url, sayWhereKept),
    })
    const database = connect({ url: opened.url, onError: () => undefined })
    try {
      // Stored before the secret changes, so that the sandbox's data no longer depends on it.
      await openKeyRing(database, read)
      await keepSeed(database, 'card-sandbox', await read())
      const isFile = config.appSecret === undefined
      const rotation = await rotateMasterKey({
        database,
        read,
        replacesDamaged: args.includes(replaceDamaged),
        ...(isFile ? { replace: () => replaceSecret(config.dataDir) } : {}),
      })
      return isFile ? describeFiles(rotation, config) : describeSettings(rotation)
    } finally {
      await database.close()
    }
  } finally {
    await opened.close()
  }
}

function assertPrevious({ appSecret, previousSecret }: Config): void {
  if (appSecret === undefined) return
  if (previousSecret === undefined) {
    throw new StartError(
      'Nothing was changed. To change APP_SECRET, set a new one, keep the old one as APP_SECRET_PREVIOUS, ' +
        'restart every process with both, and then run npm run rotate-key with both.',
    )
  }
  if (previousSecret === appSecret) {
    throw new StartError('APP_SECRET and APP_SECRET_PREVIOUS are the same. APP_SECRET has to be a new one.')
  }
}

function describeKeys(count: number): string {
  if (count === 0) return 'There was no key left to re-encrypt.'
  return count === 1
    ? 'The key of 1 business was re-encrypted.'
    : `The keys of ${count} businesses were re-encrypted.`
}

function describeReplaced(businessIds: readonly string[]): string[] {
  if (businessIds.length === 0) return []
  return [
    'The keys of these businesses were damaged and have been replaced. ' +
      `They have to enter again what they had saved in Integrations: ${businessIds.join(', ')}.`,
  ]
}
const signInAgain = 'No one is signed out before the next start. After it, everyone has to sign in again.'

function describeFiles({ count, replaced, isNewSecret, hasWaited }: Rotation, { dataDir }: Config): string {
  const { current, previous } = secretPaths(dataDir)
  const unfinished = hasWaited
    ? 'Another rotation was running. This one waited for it and created no other secret.'
    : 'A rotation started earlier was continued. No other secret was created.'
  return [
    isNewSecret ? `A new secret was created. It is in ${current}.` : unfinished,
    describeKeys(count),
    ...describeReplaced(replaced),
    signInAgain,
    `The previous secret is in ${previous}. Earlier backups need it. Delete it once you keep none of them.`,
  ].join('\n')
}

function describeSettings({ count, replaced }: Rotation): string {
  return [
    describeKeys(count),
    ...describeReplaced(replaced),
    'Nothing needs the old secret anymore, except earlier backups. Remove APP_SECRET_PREVIOUS at the next start.',
    'Sessions depend on the secret too, so everyone who signed in under the old one has to sign in again.',
  ].join('\n')
}

try {
  console.log(await rotateKey(process.argv.slice(2)))
} catch (error) {
  console.error(
    !(error instanceof DatabaseError) && isDatabaseUnavailable(error)
      ? 'The connection to the database was lost. Run npm run rotate-key again to continue where it stopped.'
      : describeStartError(error),
  )
  process.exitCode = 1
}
