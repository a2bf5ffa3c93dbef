import type { ApiError } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';

/** A refusal that the caller does not handle. Query functions throw it so that TanStack Query sees the failure. */
export class ApiFailure extends Error {
  readonly error: ApiError;

  constructor(error: ApiError) {
    super(`${error.code}: ${error.message}`);
    this.name = 'ApiFailure';
    this.error = error;
  }
}

/** Returns the value of an accepted call, or throws `ApiFailure`. */
export const unwrap = <T>(result: Result<T, ApiError>): T => {
  if (result.ok) return result.value;
  throw new ApiFailure(result.error);
};
