/** Stores images under the hash of their content: the same name is always the same image. */
export type ImageStore = {
  put(name: string, image: Buffer): Promise<void>
  get(name: string): Promise<Buffer | undefined>
  /** Resolves also for a missing image. */
  remove(name: string): Promise<void>
  /** Removes what is left of images whose writer was killed a day ago or earlier. */
  removeUnfinished(): Promise<void>
  /** Rejects when no image could be stored now; not known for a bucket. */
  check(): Promise<void>
}

/** The path of images for browsers. */
export const uploadUrl = '/uploads/'
