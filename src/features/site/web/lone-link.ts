import { textLink } from '../../../web/ui/text-link.ts'

/** A standalone link with a touch target of sufficient height. */
export const loneLink = `${textLink} inline-flex items-center touch:min-h-11`
