declare const PETSTORE_VERSION: string | undefined;

/** The program's version, put in by the build; `0.0.0` where the sources run directly. */
export const version: string = typeof PETSTORE_VERSION === 'string' ? PETSTORE_VERSION : '0.0.0';
