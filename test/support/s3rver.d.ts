declare module 's3rver' {
  /** A server of the S3 protocol that keeps objects in a folder. */
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string; configs: [] }[]
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
