import { type GoogleProfile, verifyGoogleIdToken } from 'better-auth/social-providers'

/**
 * Who Google says it is. Better Auth reads this without looking at the signature, trusting the connection it came over;
 * here it has to be signed by Google, for us, and less than an hour old.
 */
export async function readGoogleUser(idToken: string | undefined, clientId: string) {
  const claims = idToken ? await verifyGoogleIdToken({ token: idToken, audience: clientId }) : null
  if (!claims) return null
  const profile = claims as unknown as GoogleProfile
  const { name, email, picture, email_verified: emailVerified } = profile
  return { user: { name, email, image: picture, emailVerified }, data: profile }
}
