export * from './constants.ts';
export * from './demo-world.ts';
export * from './endpoints.ts';
export * from './openapi.ts';
export * from './paths.ts';
export * from './schemas.ts';
