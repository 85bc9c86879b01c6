import { type GoogleProfile, verifyGoogleIdToken } from 'better-auth/social-providers'

/**
 * Reads the user from Google's ID token. Better Auth does not verify the token's signature and relies on the
 * connection. Here the token must be signed by Google, issued for this client, and less than an hour old.
 */
export async function readGoogleUser(idToken: string | undefined, clientId: string) {
  const claims = idToken ? await verifyGoogleIdToken({ token: idToken, audience: clientId }) : null
  if (!claims) return null
  const profile = claims as unknown as GoogleProfile
  const { name, email, picture, email_verified: emailVerified } = profile
  return { user: { name, email, image: picture, emailVerified }, data: profile }
}
