import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { sendContactMessage } from '../../contact/contract.ts'

export type Message = z.input<typeof sendContactMessage.body>

export const checkMessage = zodResolver(sendContactMessage.body)
