/** What could not be done, and which part of what was given is to blame: `field` is a path such as `config.permission.bash`. */
export class ForegateError extends Error {
	override readonly name = "ForegateError";
	constructor(
		message: string,
		readonly field: string | null = null,
		options?: ErrorOptions,
	) {
		super(message, options);
	}
}
