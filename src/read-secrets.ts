import { type Config, StartError } from './config.ts'
import { weaknessOfSecret } from './platform/secrets/app-secret.ts'
import type { Secret } from './platform/secrets/master-keys.ts'
import { keepSecret, readSecretFiles } from './platform/secrets/secret-files.ts'

type SecretSettings = Pick<Config, 'appSecret' | 'previousSecret' | 'role' | 'dataDir'>

/** Returns the secret from the settings, or from the data folder, where a missing one is generated. */
export async function readSecrets(settings: SecretSettings): Promise<Secret> {
  const { appSecret, previousSecret, role, dataDir } = settings
  if (appSecret === undefined) {
    if (role !== 'all') throw new StartError(`ROLE=${role} needs APP_SECRET, the same one in every process.`)
    await keepSecret(dataDir)
    return readSecretFiles(dataDir)
  }
  const weakness = weaknessOfSecret(appSecret)
  if (weakness) throw new StartError(weakness)
  return { current: appSecret, previous: previousSecret }
}
